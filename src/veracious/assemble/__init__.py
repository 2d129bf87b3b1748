"""The one composition root: where files and adapters become the values that rules and flow are given."""

from veracious.adapters.models.folder import Role as Role
from veracious.assemble.documents import expected as expected
from veracious.assemble.documents import ingest as ingest
from veracious.assemble.documents import rebuild as rebuild
from veracious.assemble.models import (
    add_judge as add_judge,
)
from veracious.assemble.models import (
    embedder as embedder,
)
from veracious.assemble.models import (
    examine as examine,
)
from veracious.assemble.models import (
    judge as judge,
)
from veracious.assemble.models import (
    relevance as relevance,
)
from veracious.assemble.models import (
    remove_judge as remove_judge,
)
from veracious.assemble.runs import played as played
from veracious.assemble.runs import recorded as recorded
from veracious.assemble.servers import (
    addresses as addresses,
)
from veracious.assemble.servers import (
    database as database,
)
from veracious.assemble.servers import (
    migrate_store as migrate_store,
)
from veracious.assemble.servers import (
    start_store as start_store,
)
from veracious.assemble.servers import (
    stop_store as stop_store,
)
from veracious.assemble.servers import (
    store_state as store_state,
)
from veracious.assemble.servers import (
    sweep_store as sweep_store,
)
from veracious.assemble.stores import (
    collections as collections,
)
from veracious.assemble.stores import (
    erasure as erasure,
)
from veracious.assemble.stores import (
    finder as finder,
)
from veracious.assemble.stores import (
    finders as finders,
)
from veracious.assemble.stores import (
    library as library,
)
from veracious.assemble.stores import (
    overrides as overrides,
)
from veracious.assemble.stores import (
    pages as pages,
)
from veracious.assemble.stores import (
    store as store,
)
from veracious.assemble.words import clock as clock
from veracious.assemble.words import lexicon as lexicon
from veracious.assemble.words import reader as reader
from veracious.assemble.words import register as register
