"""Fine-tuning of small models for their tasks at run time: triplets (G-Long) and deliberation (Associa).

annotated sentences, questions about passages ── examples ──▶ chat examples, a share of them held out
chat examples, a model's folder ── tuning ──▶ a LoRA adapter, checkpoints, a record ── merging ──▶ a model's folder
a chat model behind a server ── evaluation ──▶ scores on PersonaExt, comparable with those of the rules

Preparation needs neither a model nor torch; tuning needs the extra `training`.
"""
