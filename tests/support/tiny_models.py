"""Models of a few thousand random numbers, made on the spot and saved as the libraries save theirs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

WORDS = (
    *("i", "my", "she", "sister", "maria", "ana", "ben", "lives", "in", "porto", "likes", "like", "dogs", "cats"),
    *("owns", "a", "boat", "and", "the", "sea", "yesterday", "went", "to", ".", ",", "!", "?"),
)
END = 1  # the token that ends a text


def tiny_gliner2(folder: Path, architecture: str = "span", seed: int = 0) -> Path:
    """A GLiNER2 over a BERT of one layer; what it finds is arbitrary, and the same for the same seed."""
    gliner2 = pytest.importorskip("gliner2", reason="the extra `gliner` is not installed")
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    tokenizer = _tokenizer()
    encoder = transformers.BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=1024,
    )
    widths: dict[str, Any] = {"max_width": 4} if architecture == "span" else {}
    torch.manual_seed(seed)
    config = gliner2.ExtractorConfig(architecture=architecture, **widths)
    gliner2.AutoExtractor.from_config(config, encoder_config=encoder, tokenizer=tokenizer).save_pretrained(str(folder))
    return folder


def tiny_t5(folder: Path, seed: int = 3) -> Path:
    """A T5 of two layers and two heads, whose tokens are words; what it writes ends as soon as it may."""
    torch = pytest.importorskip("torch", reason="the extra `models` is not installed")
    transformers = pytest.importorskip("transformers")
    tokenizer = _tokenizer()
    torch.manual_seed(seed)
    config = transformers.T5Config(
        vocab_size=len(tokenizer),
        d_model=16,
        d_kv=4,
        d_ff=16,
        num_layers=2,
        num_heads=2,
        pad_token_id=0,
        eos_token_id=END,
        decoder_start_token_id=0,
        initializer_factor=5.0,  # attention far from uniform
    )
    model = transformers.T5ForConditionalGeneration(config)
    _ends_soon(model)
    model.save_pretrained(str(folder))
    tokenizer.save_pretrained(str(folder))
    return folder


def tiny_cross_encoder(folder: Path, seed: int = 0, labels: int = 1) -> Path:
    """A BERT of one layer that reads a question with a passage and gives one number; what it says is arbitrary."""
    torch = pytest.importorskip("torch", reason="the extra `models` is not installed")
    transformers = pytest.importorskip("transformers")
    tokenizer = _tokenizer()
    torch.manual_seed(seed)
    config = transformers.BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=16,
        num_labels=labels,
        initializer_range=1.0,  # scores that differ
        pad_token_id=0,
    )
    transformers.BertForSequenceClassification(config).save_pretrained(str(folder))
    tokenizer.save_pretrained(str(folder))
    return folder


CHAT_TEMPLATE = """\
{% for message in messages %}<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% if enable_thinking is defined and not enable_thinking %}<think>

</think>

{% endif %}{% endif %}"""


def tiny_chat(folder: Path, texts: Sequence[str], seed: int = 0) -> Path:
    """A Llama of two layers with a chat template and a tokenizer made of `texts`; untrained, it writes nonsense."""
    torch = pytest.importorskip("torch", reason="the extra `training` is not installed")
    transformers = pytest.importorskip("transformers")
    tokenizers = pytest.importorskip("tokenizers")
    marks = ["<|pad|>", "<|im_start|>", "<|im_end|>"]
    words = tokenizers.Tokenizer(tokenizers.models.BPE())
    words.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    words.decoder = tokenizers.decoders.ByteLevel()
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=800, special_tokens=marks, initial_alphabet=alphabet)
    words.train_from_iterator(texts, trainer)
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=words, pad_token=marks[0], eos_token=marks[2])
    tokenizer.chat_template = CHAT_TEMPLATE
    torch.manual_seed(seed)
    config = transformers.LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=64,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=2048,
        initializer_range=0.3,  # or no adapter could make it sure of a token
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
    )
    transformers.LlamaForCausalLM(config).save_pretrained(str(folder))
    tokenizer.save_pretrained(str(folder))
    return folder


def _ends_soon(model: Any) -> None:
    """One number is the same for every token and through all layers of the decoder, and speaks for the end."""
    model.shared.weight.data *= 0.2
    model.shared.weight.data[:, 0] = 10.0
    model.shared.weight.data[END, 0] = 30.0
    model.decoder.final_layer_norm.weight.data[1:] = 0.05
    for block in model.decoder.block:
        for output in (
            block.layer[0].SelfAttention.o,
            block.layer[1].EncDecAttention.o,
            block.layer[2].DenseReluDense.wo,
        ):
            output.weight.data[0] = 0.0


def _tokenizer() -> Any:
    """One token a word, in lower case."""
    transformers = pytest.importorskip("transformers")
    tokenizers = pytest.importorskip("tokenizers")
    vocabulary = {word: number for number, word in enumerate(["<pad>", "</s>", "<unk>", *WORDS])}
    marks = {"unk_token": "<unk>", "pad_token": "<pad>", "eos_token": "</s>"}
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, "<unk>"))
    words.normalizer = tokenizers.normalizers.Lowercase()
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    return transformers.PreTrainedTokenizerFast(tokenizer_object=words, **marks)
