"""Models and encoders by name, with a server's address and key from the settings."""

from __future__ import annotations

import pytest

from convograph.build import make_chat_model, make_encoder
from convograph.chat import ChatReply
from convograph.config import Settings, settings_from_environment
from convograph.encoders.static import StaticEncoder
from convograph.endpoint.backoff import Backoff
from convograph.errors import InputError
from convograph.llm.metered import Ledger
from convograph.llm.scripted import Fail, ReceivedRequest, ScriptedServer, Vectors
from support.chat import FakeTime, ask


def test_the_environment_says_where_models_are() -> None:
    """Address, keys and patience; what is set to nothing is not set."""
    values = {
        "CONVOGRAPH_BASE_URL": "http://localhost:8000/v1",
        "CONVOGRAPH_API_KEY": "",
        "OPENAI_API_KEY": "sk-openai",
        "CONVOGRAPH_MODEL_SECONDS": "600",
    }
    assert settings_from_environment(values) == Settings(
        base_url="http://localhost:8000/v1", openai_api_key="sk-openai", model_seconds=600.0
    )


def test_a_number_of_seconds_that_is_none_is_named() -> None:
    """The message names the variable and its value."""
    with pytest.raises(InputError, match="CONVOGRAPH_MODEL_SECONDS is not a number: 'long'"):
        settings_from_environment({"CONVOGRAPH_MODEL_SECONDS": "long"})


def test_settings_do_not_show_keys() -> None:
    """Neither key is printed."""
    shown = repr(Settings(api_key="hush", openai_api_key="hush"))
    assert "hush" not in shown


def test_a_chat_model_is_asked_again_and_metered() -> None:
    """A 500 is repeated, and the ledger has one call with its price."""
    ledger, time = Ledger(), FakeTime()
    with ScriptedServer([Fail(500), "Miso is a cat."]) as server:
        model = make_chat_model(
            "openai:small",
            Settings(base_url=server.url, api_key="k"),
            ledger=ledger,
            prices={"small": (1_000_000.0, 2_000_000.0)},
            backoff=Backoff(sleep=time.sleep),
        )
        (reply,) = model.complete([ask(purpose="answer")])
    assert isinstance(reply, ChatReply)
    assert (model.name, len(server.requests), len(time.slept)) == ("openai:small", 2, 1)
    assert ledger.by_purpose()["answer"].money == 3 * 1 + 4 * 2


def test_a_limit_holds_for_repeats_too() -> None:
    """At 100 requests a minute two go out at once; the limiter stands within the repeats."""
    with ScriptedServer([Fail(500), "yes"]) as server:
        model = make_chat_model(
            "openai:small",
            Settings(base_url=server.url),
            requests_a_minute=100,
            backoff=Backoff(sleep=FakeTime().sleep),
        )
        assert isinstance(model.complete([ask()])[0], ChatReply)


def test_the_environment_serves_where_no_settings_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """`CONVOGRAPH_BASE_URL` and `CONVOGRAPH_API_KEY` are enough."""
    with ScriptedServer(["yes"]) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        monkeypatch.setenv("CONVOGRAPH_API_KEY", "sk-mine")
        monkeypatch.setenv("OPENAI_API_KEY", "sk-openai")
        assert isinstance(make_chat_model("openai:small").complete([ask()])[0], ChatReply)
    assert server.requests[0].headers["authorization"] == "Bearer sk-mine"


def test_the_key_for_openai_goes_to_openai_alone() -> None:
    """Another server gets none, rather than that one."""
    with ScriptedServer(["yes"]) as server:
        make_chat_model("openai:small", Settings(base_url=server.url, openai_api_key="sk-openai")).complete([ask()])
    assert server.requests[0].headers["authorization"] == "Bearer none"


@pytest.mark.parametrize("url", [None, "https://api.openai.com/v1"])
def test_openai_needs_a_key(url: str | None) -> None:
    """Its own server takes either key, and says so before anything is sent."""
    assert (
        make_chat_model("openai:gpt-4o-mini", Settings(base_url=url, openai_api_key="sk-x")).name
        == "openai:gpt-4o-mini"
    )
    with pytest.raises(InputError, match="set CONVOGRAPH_API_KEY"):
        make_chat_model("openai:gpt-4o-mini", Settings(base_url=url))


@pytest.mark.parametrize("name", ["gpt-4o-mini", "anthropic:x", "openai:", "openai: ", "", None, 5])
def test_unknown_names_are_refused(name: str) -> None:
    """Chat models and encoders alike."""
    with pytest.raises(InputError):
        make_chat_model(name, Settings(base_url="http://localhost:1/v1"))
    with pytest.raises(InputError):
        make_encoder(name, Settings(base_url="http://localhost:1/v1"))


def test_bad_settings_in_the_environment_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """As an error of convograph, not of Python."""
    monkeypatch.setenv("CONVOGRAPH_MODEL_SECONDS", "long")
    with pytest.raises(InputError, match="CONVOGRAPH_MODEL_SECONDS is not a number"):
        make_chat_model("openai:small")


def test_encoders_by_name() -> None:
    """The bundled one needs no settings; `openai:<model>` is on the server."""
    assert isinstance(make_encoder("static"), StaticEncoder)

    def answer(asked: ReceivedRequest) -> Vectors:
        return Vectors([[3.0, 4.0]] * len(asked.body["input"]))

    with ScriptedServer(answer) as server:
        encoder = make_encoder("openai:embedder", Settings(base_url=server.url))
        assert encoder.encode(["a"], "query").tolist() == [[pytest.approx(0.6), pytest.approx(0.8)]]
    assert server.requests[0].path == "/v1/embeddings"


def test_an_encoder_on_a_server_wants_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key for OpenAI is not enough: a foreign store's encoder must not send texts there by itself."""
    monkeypatch.delenv("CONVOGRAPH_BASE_URL", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-openai")
    with pytest.raises(InputError, match="set CONVOGRAPH_BASE_URL"):
        make_encoder("openai:embedder")
