"""Chat examples as tokens, with labels only for the tokens of the completion.

The tokens of a prompt are those that a server makes of it: the model's chat template, with thinking turned off and with
the generation prompt. Trainers that render prompt and completion together may put other tokens between the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from convograph_eval.training.examples import ChatExample

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

UNLABELLED = -100  # ignored by torch's cross entropy


@dataclass(frozen=True, slots=True)
class TokenizedExample:
    """The tokens of an example, and a label for each."""

    input_ids: list[int]
    labels: list[int]


def prompt_tokens(example: ChatExample, tokenizer: PreTrainedTokenizerBase) -> list[int]:
    """The tokens that the model is given, up to the start of its reply."""
    messages = [{"role": one.role, "content": one.content} for one in example.prompt]
    text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True, enable_thinking=False)
    return list(tokenizer(text, add_special_tokens=False)["input_ids"])


def tokenized(example: ChatExample, tokenizer: PreTrainedTokenizerBase) -> TokenizedExample:
    """The unlabelled prompt, then the completion and the end-of-sequence token with labels."""
    prompt = prompt_tokens(example, tokenizer)
    completion = [*tokenizer(example.completion, add_special_tokens=False)["input_ids"], tokenizer.eos_token_id]
    return TokenizedExample(prompt + completion, [UNLABELLED] * len(prompt) + completion)


def within(
    examples: Iterable[ChatExample], tokenizer: PreTrainedTokenizerBase, longest: int
) -> tuple[list[TokenizedExample], int]:
    """The examples of at most `longest` tokens, and the number of longer ones; cut ones would teach to stop early."""
    made = [tokenized(one, tokenizer) for one in examples]
    kept = [one for one in made if len(one.input_ids) <= longest]
    return kept, len(made) - len(kept)
