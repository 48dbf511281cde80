"""Fine-tuning of small models for what they are asked at run time: triplets (G-Long), deliberation (Associa).

annotated sentences, questions about passages ── examples ──▶ chat examples, a share of them held out
chat examples, a model's folder ── tuning ──▶ a LoRA adapter, checkpoints, a record ── merging ──▶ a model's folder
a chat model behind a server ── evaluation ──▶ PersonaExt's scores, as the rules have them

Preparation needs no model and no torch; tuning has the extra `training`.
"""
