"""Where things are: settings come from the environment, each by its name after `VERACIOUS_`. None can change a verdict."""

from pathlib import Path

import platformdirs
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from veracious.domain.errors import SettingsInvalid

PREFIX = "VERACIOUS_"


class Settings(BaseSettings):
    """What the environment says."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True)

    home: Path = Field(default_factory=lambda: platformdirs.user_config_path("veracious"), description="Where your own choices are kept.")
    models: Path | None = Field(
        default=None, description="A folder with the models `embedder`, `judge` and `relevance`, instead of the shipped ones."
    )
    data: Path | None = Field(default=None, description="The data pack that `veracious eval` measures on.")
    cache: Path = Field(
        default_factory=lambda: platformdirs.user_cache_path("veracious"), description="Where vectors are kept between evaluations."
    )
    threads: int = Field(default=0, ge=0, le=256, description="How many threads a model may use; 0 leaves it to onnxruntime.")


def read() -> Settings:
    """The settings of this process."""
    try:
        return Settings()
    except ValidationError as refused:
        wrong = refused.errors()[0]
        raise SettingsInvalid(f"{PREFIX}{str(wrong['loc'][0]).upper()}: {wrong['msg']}") from refused
