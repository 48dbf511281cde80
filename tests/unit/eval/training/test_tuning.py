"""Fine-tuning on a model of random numbers: what carries loss, that it learns, resumes, and is merged."""

from __future__ import annotations

import json
import math
import shutil
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from convograph.chat import ChatReply, Message
from convograph.errors import InputError, MissingExtraError
from convograph.generation.memos.triplet_replies import read_triplets
from convograph.llm.scripted import ScriptedChat
from convograph.tokens import WordPieceCounter
from convograph_eval.language.personaext.corpus import MarkedSentence, MarkedTriplet
from convograph_eval.language.personaext.scores import SPEAKER
from convograph_eval.training import triplets
from convograph_eval.training.chat_tokens import UNLABELLED, prompt_tokens, tokenized, within
from convograph_eval.training.evaluation import ModelExtractor, measure_model
from convograph_eval.training.examples import ChatExample, Prepared
from convograph_eval.training.run_folder import RunFolder, described_base, described_data
from convograph_eval.training.settings import PAPER, TuningSettings
from convograph_eval.training.tuning import Tuning, check_training, load_base, load_tokenizer, merge
from support.tiny_models import tiny_chat

pytestmark = pytest.mark.models

SENTENCES = ("i have a dog .", "i have a cat .", "i have a boat .", "i have a rabbit .", "i have a horse .")
MARKED = [MarkedSentence(text, (MarkedTriplet("i", text.split()[3], "have_pet"),)) for text in SENTENCES]
SETTINGS = TuningSettings(
    rank=8, epochs=80, learning_rate=5e-3, batch=4, accumulation=1, quantize=False, save_steps=15, dropout=0.0
)


@pytest.fixture(scope="module")
def examples() -> Prepared:
    """Four to train on, one held out, all said by whom the evaluation names."""
    pytest.importorskip("trl", reason="the extra `training` is not installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(triplets, "SPEAKERS", (SPEAKER,))
        made = triplets.triplet_examples(MARKED).examples
    return Prepared(made[:4], made[4:], {})


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, examples: Prepared) -> Path:
    """A tiny chat model."""
    some = (*examples.train, *examples.held_out)
    texts = [message.content for one in some for message in one.prompt] + [one.completion for one in some]
    return tiny_chat(tmp_path_factory.mktemp("base"), texts)


def tuning(base: Path, examples: Prepared, folder: Path, settings: TuningSettings = SETTINGS) -> Tuning:
    """A run in a folder."""
    return Tuning(base, examples, settings, RunFolder(folder))


def begun(run: Tuning) -> dict[str, Any]:
    """Its record at the beginning."""
    data = described_data(run.examples)
    said = {"settings": asdict(run.settings), "data": data, "base": described_base(run.base)}
    return run.folder.begin(said, run.examples)


@pytest.fixture(scope="module")
def trained(
    tmp_path_factory: pytest.TempPathFactory, base: Path, examples: Prepared
) -> tuple[RunFolder, dict[str, Any]]:
    """A finished run with its record, merged."""
    run = tuning(base, examples, tmp_path_factory.mktemp("runs") / "run")
    record = run.run(begun(run))
    merge(base, run.folder)
    return run.folder, record


def test_only_the_completion_has_labels(base: Path, examples: Prepared) -> None:
    """The prompt has the tokens of the chat template with thinking off; the completion ends with the end of a reply."""
    tokenizer = load_tokenizer(base)
    example = examples.train[0]
    made = tokenized(example, tokenizer)
    prompt = prompt_tokens(example, tokenizer)
    assert made.input_ids[: len(prompt)] == prompt
    assert set(made.labels[: len(prompt)]) == {UNLABELLED}
    assert made.labels[len(prompt) :] == made.input_ids[len(prompt) :]
    assert tokenizer.decode(made.labels[len(prompt) :]) == f"{example.completion}<|im_end|>"
    text = tokenizer.decode(prompt)
    assert text.endswith("<|im_start|>assistant\n<think>\n\n</think>\n\n")
    assert all(one.content in text for one in example.prompt)


def test_the_trainer_takes_these_labels(base: Path, examples: Prepared, tmp_path: Path) -> None:
    """As they are, in every batch: neither prompts nor padding count."""
    tokenizer = load_tokenizer(base)
    made, _ = within(examples.train, tokenizer, 4096)
    trainer = tuning(base, examples, tmp_path)._trainer(tokenizer, made, [], None)
    (batch,) = trainer.get_train_dataloader()
    counted = sorted(int((row != UNLABELLED).sum()) for row in batch["labels"])
    assert counted == sorted(sum(label != UNLABELLED for label in one.labels) for one in made)


def test_examples_that_are_too_long_are_left_out(base: Path, examples: Prepared, tmp_path: Path) -> None:
    """Rather than cut; all of them too long is an error."""
    tokenizer = load_tokenizer(base)
    lengths = [len(tokenized(one, tokenizer).input_ids) for one in examples.train]
    kept, too_long = within(examples.train, tokenizer, max(lengths) - 1)
    assert (len(kept), too_long) == (sum(each < max(lengths) for each in lengths), lengths.count(max(lengths)))
    with pytest.raises(InputError, match="all 4 examples have more than 5 tokens"):
        tuning(base, examples, tmp_path, replace(SETTINGS, longest=5)).run({})


def test_it_learns_what_it_is_shown(trained: tuple[RunFolder, dict[str, Any]]) -> None:
    """The loss is finite and falls, on the examples and on what was held out; the record says it."""
    folder, record = trained
    assert record == folder.record()
    assert record["finished"]
    assert (record["steps"], len(record["losses"])) == (80, 80)
    assert all(math.isfinite(loss) for loss in record["losses"])
    assert record["losses"][0] > 2
    assert record["losses"][-1] < 0.1
    assert record["held_out_loss"]["after"] < record["held_out_loss"]["before"]
    assert record["libraries"]["trl"]


def test_the_merged_model_answers_as_it_was_taught(
    trained: tuple[RunFolder, dict[str, Any]], examples: Prepared
) -> None:
    """Loaded by itself, without PEFT: triplets that the extractor reads, word for word as in an example."""
    folder, _ = trained
    assert folder.is_merged
    replies = generated(folder.merged, examples)
    read = [read_triplets(ChatReply(reply, "m", 1, 1, 0.0), 1)["triplets"] for reply in replies]
    assert [[one["relation"] for one in triplets] for triplets in read] == [["have_pet"]] * 4
    assert set(replies) <= {one.completion for one in examples.train}


def test_the_merged_model_is_measured_behind_the_protocol_of_chat_models(
    trained: tuple[RunFolder, dict[str, Any]],
) -> None:
    """As one behind a server is: its replies to the sentences that it was trained on are scored."""
    answering = Answering(trained[0].merged)
    model = ScriptedChat(lambda request: answering.reply(request.messages), "tuned")
    summary = measure_model(MARKED[:4], ModelExtractor(model, None, WordPieceCounter())).summary
    assert (summary["sentences"], summary["failed"], summary["cost"]["failures"]) == (4, 0, 0)
    assert summary["levels"]["relation"]["stated"] == 4
    assert summary["levels"]["strict"]["found"] >= 1


def test_a_stopped_run_goes_on_from_its_last_checkpoint(base: Path, examples: Prepared, tmp_path: Path) -> None:
    """As if it had not been stopped: the losses are those of a run in one piece."""
    whole, stopped = (
        tuning(base, examples, tmp_path / name, replace(SETTINGS, epochs=6, save_steps=2)) for name in "ab"
    )
    expected = whole.run(begun(whole))

    def stop(done: int, total: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped.run(begun(stopped), stop)
    assert [path.name for path in sorted(stopped.folder.checkpoints.glob("checkpoint-*"))] == [
        "checkpoint-2",
        "checkpoint-4",
    ]
    steps: list[tuple[int, int]] = []
    record = stopped.run(begun(stopped), lambda done, total: steps.append((done, total)))
    assert steps == [(5, 6), (6, 6)]
    assert record["resumed"]
    assert record["losses"] == pytest.approx(expected["losses"], rel=1e-4)
    assert record["held_out_loss"] == pytest.approx(expected["held_out_loss"], rel=1e-4)


def test_a_model_in_four_bits_learns_too(base: Path, examples: Prepared, tmp_path: Path) -> None:
    """Its adapter is merged into the model in whole numbers; on a CPU, which the command refuses as too slow."""
    pytest.importorskip("bitsandbytes", reason="the extra `quantization` is not installed")
    run = tuning(base, examples, tmp_path / "run", replace(SETTINGS, quantize=True))
    losses = run.run(begun(run))["losses"]
    assert losses[-1] < 1 < losses[0]
    merge(base, run.folder)
    assert "quantization_config" not in json.loads((run.folder.merged / "config.json").read_text())
    assert len(generated(run.folder.merged, examples)) == 4


def test_a_tokenizer_without_a_chat_template_is_refused(base: Path, tmp_path: Path) -> None:
    """A base model that was not tuned for chats has none."""
    folder = tmp_path / "plain"
    shutil.copytree(base, folder)
    (folder / "chat_template.jinja").unlink()
    with pytest.raises(InputError, match="has no chat template"):
        load_tokenizer(folder)


def test_broken_weights_are_named(base: Path, tmp_path: Path) -> None:
    """With what to do."""
    folder = tmp_path / "broken"
    shutil.copytree(base, folder)
    (folder / "model.safetensors").write_bytes(b"nothing")
    with pytest.raises(InputError, match="cannot load a chat model"):
        load_base(folder, quantize=False)


def test_too_little_memory_is_one_error(base: Path, examples: Prepared, tmp_path: Path) -> None:
    """With what to change."""
    torch = pytest.importorskip("torch")

    def fail(done: int, total: int) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory")

    run = tuning(base, examples, tmp_path / "run")
    with pytest.raises(InputError, match="halve --batch and double --accumulation"):
        run.run(begun(run), fail)


def test_four_bits_need_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says how to go without, and where there is a GPU, which library is missing."""
    torch = pytest.importorskip("torch")
    pytest.importorskip("trl", reason="the extra `training` is not installed")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    check_training(SETTINGS)
    with pytest.raises(InputError, match=r"needs a CUDA GPU.*--no-quantize"):
        check_training(PAPER)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda **_: False)
    with pytest.raises(InputError, match="has no bfloat16"):
        check_training(SETTINGS)
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda **_: True)
    monkeypatch.setitem(sys.modules, "bitsandbytes", None)
    with pytest.raises(MissingExtraError, match="pip install bitsandbytes"):
        check_training(PAPER)


class Answering:
    """A model of a folder that answers prompts, greedily."""

    def __init__(self, folder: Path) -> None:
        self.tokenizer, self.model = load_tokenizer(folder), load_base(folder, quantize=False)

    def reply(self, prompt: tuple[Message, ...]) -> str:
        torch = pytest.importorskip("torch")
        asked = torch.tensor([prompt_tokens(ChatExample("", "", prompt, ""), self.tokenizer)])
        whole = self.model.generate(asked, max_new_tokens=80, do_sample=False)[0]
        return str(self.tokenizer.decode(whole[asked.shape[1] :], skip_special_tokens=True))


def generated(folder: Path, examples: Prepared) -> list[str]:
    """What a model answers to the prompts of the examples."""
    answering = Answering(folder)
    return [answering.reply(one.prompt) for one in examples.train]
