"""Chat examples as tokens, with a label for each token of the completion alone.

A prompt has the very tokens that a server makes of it: those of the model's chat template with its thinking turned off
and the opening of the reply. Trainers that render prompt and completion together may put other tokens between the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from convograph_eval.training.examples import ChatExample

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

UNLABELLED = -100  # what torch's cross entropy leaves out


@dataclass(frozen=True, slots=True)
class TokenizedExample:
    """The tokens of an example, and as many labels."""

    input_ids: list[int]
    labels: list[int]


def prompt_tokens(example: ChatExample, tokenizer: PreTrainedTokenizerBase) -> list[int]:
    """The tokens that the model is given, up to where its reply begins."""
    messages = [{"role": one.role, "content": one.content} for one in example.prompt]
    text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True, enable_thinking=False)
    return list(tokenizer(text, add_special_tokens=False)["input_ids"])


def tokenized(example: ChatExample, tokenizer: PreTrainedTokenizerBase) -> TokenizedExample:
    """The prompt without labels, then the completion and the token that ends a reply, with labels."""
    prompt = prompt_tokens(example, tokenizer)
    completion = [*tokenizer(example.completion, add_special_tokens=False)["input_ids"], tokenizer.eos_token_id]
    return TokenizedExample(prompt + completion, [UNLABELLED] * len(prompt) + completion)


def within(
    examples: Iterable[ChatExample], tokenizer: PreTrainedTokenizerBase, longest: int
) -> tuple[list[TokenizedExample], int]:
    """The examples of at most `longest` tokens, and how many are longer: cut, they would teach to break off."""
    made = [tokenized(one, tokenizer) for one in examples]
    kept = [one for one in made if len(one.input_ids) <= longest]
    return kept, len(made) - len(kept)
