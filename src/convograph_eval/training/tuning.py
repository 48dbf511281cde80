"""Fine-tuning of a chat model in a local folder by QLoRA, with PEFT and TRL's trainer (G-Long, section 1.3).

examples ─▶ tokens, labels of the completions ─▶ base model in 4 bits + adapters ─▶ steps, checkpoints ─▶ an adapter
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from convograph.errors import InputError, MissingExtraError
from convograph.local_models import loading, quietly, shown_folder
from convograph_eval.training.chat_tokens import TokenizedExample, within
from convograph_eval.training.examples import Prepared
from convograph_eval.training.run_folder import WHAT, RunFolder
from convograph_eval.training.settings import TuningSettings

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase
    from trl import SFTConfig, SFTTrainer

LIBRARIES = ("torch", "transformers", "peft", "trl", "datasets")
EXTRA = "pip install 'convograph[training]'"
NO_QUANTIZE = "--no-quantize trains the model as it is, in 16 bits"

StepWatch = Callable[[int, int], object]
"""A callback for progress: the number of steps done, and their total number."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """A run: the base model, the examples, the settings and the folder for the results."""

    base: Path
    examples: Prepared
    settings: TuningSettings
    folder: RunFolder

    def run(self, record: dict[str, Any], watch: StepWatch | None = None) -> dict[str, Any]:
        """Train, from the last checkpoint if there is one, and return the `record` with its results, as stored.

        Raises `InputError` if the base model cannot be loaded or has no chat template, if all examples are too long,
        or if the GPU has too little memory.
        """
        import torch  # noqa: PLC0415 - `check_training` has imported it

        try:
            with quietly():
                return self._run(record, watch)
        except torch.OutOfMemoryError as error:
            raise InputError(
                f"the GPU has too little memory for batches of {self.settings.batch}: halve --batch and double "
                "--accumulation, which trains the same, in another --output"
            ) from error

    def _run(self, record: dict[str, Any], watch: StepWatch | None) -> dict[str, Any]:
        tokenizer = load_tokenizer(self.base)
        train, too_long = within(self.examples.train, tokenizer, self.settings.longest)
        held_out, _ = within(self.examples.held_out, tokenizer, self.settings.longest)
        if not train:
            raise InputError(f"all {too_long:,} examples have more than {self.settings.longest:,} tokens; allow more")
        trainer = self._trainer(tokenizer, train, held_out, watch)
        started = perf_counter()
        if held_out and "held_out_loss" not in record:
            record = record | {"held_out_loss": {"before": trainer.evaluate()["eval_loss"]}}
            self.folder.write(record)
        resumed = any(self.folder.checkpoints.glob("checkpoint-*"))
        trainer.train(resume_from_checkpoint=resumed)
        if held_out:
            record["held_out_loss"]["after"] = trainer.evaluate()["eval_loss"]
        trainer.save_model(str(self.folder.adapter))
        record = record | {
            "too_long": too_long,
            "steps": trainer.state.global_step,
            "losses": [entry["loss"] for entry in trainer.state.log_history if "loss" in entry],
            "seconds": record.get("seconds", 0.0) + perf_counter() - started,
            "resumed": resumed,
            "libraries": {name: importlib.metadata.version(name) for name in LIBRARIES},
            "finished": True,
        }
        self.folder.write(record)
        return record

    def _trainer(
        self,
        tokenizer: PreTrainedTokenizerBase,
        train: Sequence[TokenizedExample],
        held_out: Sequence[TokenizedExample],
        watch: StepWatch | None,
    ) -> SFTTrainer:
        from datasets import Dataset, disable_progress_bars  # noqa: PLC0415 - `check_training` has imported it
        from peft import LoraConfig  # noqa: PLC0415
        from transformers import PrinterCallback  # noqa: PLC0415
        from trl import SFTTrainer  # noqa: PLC0415

        disable_progress_bars()
        settings = self.settings
        trainer = SFTTrainer(
            model=load_base(self.base, quantize=settings.quantize),
            args=_configuration(settings, self.folder.checkpoints),
            processing_class=tokenizer,
            train_dataset=Dataset.from_list([asdict(one) for one in train]),
            eval_dataset=Dataset.from_list([asdict(one) for one in held_out]) if held_out else None,
            peft_config=LoraConfig(
                r=settings.rank,
                lora_alpha=settings.alpha,
                lora_dropout=settings.dropout,
                target_modules="all-linear",  # in Llama and Qwen: q, k, v, o, gate, up, down
                task_type="CAUSAL_LM",
            ),
            callbacks=[] if watch is None else [_callback(watch)],
        )
        trainer.remove_callback(PrinterCallback)  # it prints every step to standard output
        return trainer


def check_training(settings: TuningSettings) -> None:
    """Raise `MissingExtraError` if a library is missing.

    Raises `InputError` for 4 bits without a GPU, and for a GPU without bfloat16.
    """
    try:
        import datasets  # noqa: F401, PLC0415 - an extra that is slow to import
        import peft  # noqa: F401, PLC0415
        import torch  # noqa: PLC0415
        import trl  # noqa: F401, PLC0415
    except ImportError as error:
        raise MissingExtraError(f"training libraries cannot be imported ({error}): {EXTRA}") from error
    if torch.cuda.is_available() and not torch.cuda.is_bf16_supported(including_emulation=False):
        raise InputError("this GPU has no bfloat16, which the training needs; take one of 2020 or later, or hide it")
    if not settings.quantize:
        return
    if not torch.cuda.is_available():
        raise InputError(f"training in 4 bits needs a CUDA GPU, and torch sees none; {NO_QUANTIZE}")
    try:
        import bitsandbytes  # noqa: F401, PLC0415
    except ImportError as error:
        raise MissingExtraError(
            f"training in 4 bits needs bitsandbytes ({error}): pip install bitsandbytes; {NO_QUANTIZE}"
        ) from error


def load_tokenizer(folder: Path) -> PreTrainedTokenizerBase:
    """The tokenizer in a model's folder. Raises `InputError` without a chat template or an end-of-sequence token."""
    from transformers import AutoTokenizer  # noqa: PLC0415 - `check_training` has imported it

    with loading(folder, WHAT):
        tokenizer = AutoTokenizer.from_pretrained(str(folder), local_files_only=True)
    if tokenizer.chat_template is None or tokenizer.eos_token_id is None:
        raise InputError(
            f"the tokenizer in {shown_folder(folder)} has no chat template, or no token that ends a reply; take the "
            "instruction-tuned model"
        )
    return tokenizer


def load_base(folder: Path, *, quantize: bool) -> PreTrainedModel:
    """The model in a folder, in 4 bits (nf4) if `quantize`, else bfloat16 on a GPU or float32. Raises `InputError`."""
    import torch  # noqa: PLC0415
    from transformers import AutoModelForCausalLM, BitsAndBytesConfig  # noqa: PLC0415

    on_gpu = torch.cuda.is_available()
    options: dict[str, Any] = {"dtype": torch.bfloat16 if on_gpu or quantize else torch.float32}
    if on_gpu:
        options["device_map"] = {"": 0}
    if quantize:
        options["quantization_config"] = BitsAndBytesConfig(
            load_in_4bit=True, bnb_4bit_quant_type="nf4", bnb_4bit_compute_dtype=torch.bfloat16
        )
    with loading(folder, WHAT):
        return AutoModelForCausalLM.from_pretrained(str(folder), local_files_only=True, **options)


def merge(base: Path, run: RunFolder) -> None:
    """Write the unquantized base model with the run's adapter merged into it, and its tokenizer."""
    from peft import PeftModel  # noqa: PLC0415

    adapted = PeftModel.from_pretrained(load_base(base, quantize=False), str(run.adapter))
    with quietly():
        adapted.merge_and_unload().save_pretrained(str(run.merged))
    load_tokenizer(base).save_pretrained(str(run.merged))


def _configuration(settings: TuningSettings, checkpoints: Path) -> SFTConfig:
    import torch  # noqa: PLC0415
    from trl import SFTConfig  # noqa: PLC0415

    on_gpu = torch.cuda.is_available()
    return SFTConfig(
        output_dir=str(checkpoints),
        num_train_epochs=settings.epochs,
        learning_rate=settings.learning_rate,
        per_device_train_batch_size=settings.batch,
        per_device_eval_batch_size=settings.batch,
        gradient_accumulation_steps=settings.accumulation,
        optim="paged_adamw_32bit" if settings.quantize else "adamw_torch",
        bf16=on_gpu,  # TRL keeps the adapters of a quantized model in bfloat16, which is incompatible with fp16
        use_cpu=not on_gpu,
        max_length=settings.longest,
        save_strategy="steps",
        save_steps=settings.save_steps,
        save_total_limit=2,
        logging_steps=1,
        report_to="none",
        disable_tqdm=True,
        seed=settings.seed,
        data_seed=settings.seed,
        dataloader_pin_memory=on_gpu,
    )


def _callback(watch: StepWatch) -> Any:
    """A trainer callback that reports every step to `watch`."""
    from transformers import TrainerCallback  # noqa: PLC0415

    class Steps(TrainerCallback):  # type: ignore[misc]  # transformers is not followed
        def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            watch(state.global_step, state.max_steps)

    return Steps()
