/**
 * What is found: words of all content, each with where it stands, and the letters that they are made of.
 *
 * Words are compared by equality and order alone. PostgreSQL looks at rows through row-level security first and lets only
 * operators that tell nothing of foreign rows (leakproof) use an index: those of text are, those of full text and of
 * trigrams are not, and would read every row of the site.
 *
 * Triggers write the words of a row with the row, so that what is committed can be found. No row here is shared by two
 * sources, and none is locked for another, so that people who change different things of one slide never wait here.
 */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await addExtension(db);
  await addTables(db);
  await addTextFunctions(db);
  await addSources(db);
  await addAnnotationSource(db);
  await addTriggers(db);
  await findWhatIsThere(db);
}

/** It is trusted: whoever owns the database may add it. */
async function addExtension(db: Kysely<unknown>): Promise<void> {
  await sql`
    DO $$ BEGIN
      CREATE EXTENSION IF NOT EXISTS unaccent;
    EXCEPTION WHEN insufficient_privilege THEN
      RAISE EXCEPTION 'The database user may not add extensions. As a superuser run: CREATE EXTENSION unaccent;';
    END $$;
  `.execute(db);
}

async function addTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Texts of all but annotations, which are short and are read where they are.
    CREATE TABLE search_document (
      site_id bigint NOT NULL REFERENCES site (id),
      item_id bigint NOT NULL,
      -- Where the text stands.
      part text NOT NULL CHECK (part IN ('item', 'field', 'box', 'boxHidden', 'case', 'content')),
      -- Id of the custom field; 0 for others.
      part_id bigint NOT NULL DEFAULT 0,
      -- Only for those who manage content.
      is_hidden boolean NOT NULL DEFAULT false,
      -- As people read them, without markup.
      title text NOT NULL DEFAULT '',
      tags text NOT NULL DEFAULT '',
      body text NOT NULL DEFAULT '',
      PRIMARY KEY (item_id, part, part_id),
      FOREIGN KEY (site_id, item_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );

    -- A word of a text; of one that stands there several times its weightiest place.
    CREATE TABLE search_word (
      site_id bigint NOT NULL,
      -- Folded: small letters without accents, umlauts in both spellings.
      word text COLLATE "C" NOT NULL,
      item_id bigint NOT NULL,
      -- As of the document, or 'annotation' with its id.
      part text NOT NULL,
      part_id bigint NOT NULL,
      is_hidden boolean NOT NULL,
      weight real NOT NULL,
      PRIMARY KEY (site_id, word, item_id, part, part_id)
    );

    -- Three letters of a word that stands somewhere, or did: for finding what somebody meant who mistyped it.
    -- Two who write a new word at the same moment both add it, so that neither waits for the other.
    CREATE TABLE search_trigram (
      site_id bigint NOT NULL,
      trigram text COLLATE "C" NOT NULL,
      word text COLLATE "C" NOT NULL
    );
    CREATE INDEX search_trigram_word ON search_trigram (site_id, trigram, word);
  `.execute(db);
  await guardSiteTables(db, ["search_document", "search_word", "search_trigram"]);
}

async function addTextFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Small letters without accents; whatever is no letter or digit becomes one blank.
    CREATE FUNCTION search_fold(given text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
      SELECT trim(regexp_replace(
        lower(public.unaccent('public.unaccent'::regdictionary, normalize(given, NFKC))),
        '[\\x01-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\xbf\\u2000-\\u206f\\u3000-\\u303f]+', ' ', 'g'))
    $$;

    -- The same, and once more with umlauts spelt out (faerbung), if there are any.
    CREATE FUNCTION search_words(given text) RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
    DECLARE
      composed text;
    BEGIN
      IF given = '' THEN RETURN ''; END IF;
      composed := normalize(given, NFC);
      IF composed !~ '[äöüÄÖÜ]' THEN RETURN search_fold(composed); END IF;
      RETURN search_fold(composed) || ' ' || search_fold(replace(replace(replace(replace(replace(replace(composed,
        'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'Ä', 'Ae'), 'Ö', 'Oe'), 'Ü', 'Ue'));
    END $$;

    -- Formatted text as plain text; 100,000 characters of it at most.
    CREATE FUNCTION search_plain(given text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
      SELECT trim(left(regexp_replace(
        replace(replace(replace(replace(replace(replace(
          regexp_replace(left(given, 400000), '</?[a-zA-Z][^>]*>', ' ', 'g'),
          '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&nbsp;', ' '), '&amp;', '&'),
        '\\s+', ' ', 'g'), 100000))
    $$;

    -- The words of plain texts, each once, with its weight.
    CREATE FUNCTION search_weighed(title text, tags text, body text) RETURNS TABLE (word text, weight real)
    LANGUAGE sql STABLE PARALLEL SAFE AS $$
      SELECT left(entry, 100), max(place.weight)
      FROM (VALUES (title, 1.0::real), (tags, 0.5), (body, 0.2)) AS place (given, weight)
      CROSS JOIN LATERAL unnest(string_to_array(search_words(place.given), ' ')) AS entry
      WHERE place.given <> '' AND entry <> ''
      GROUP BY 1
    $$;

    -- Of words that are new to the site their letters. Nobody means a number who types letters.
    CREATE FUNCTION search_learn(site bigint, words text[]) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO search_trigram (site_id, trigram, word)
      SELECT DISTINCT site, substr('  ' || fresh || ' ', place, 3), fresh
      FROM unnest(words) AS fresh CROSS JOIN LATERAL generate_series(1, length(fresh) + 1) AS place
      WHERE fresh ~ '^[^0-9]{3,40}$' AND NOT EXISTS (
        SELECT 1 FROM search_trigram AS known
        WHERE known.site_id = site AND known.trigram = '  ' || left(fresh, 1) AND known.word = fresh
      );
    END $$;

    CREATE FUNCTION search_index_document() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN
        DELETE FROM search_word WHERE site_id = OLD.site_id AND item_id = OLD.item_id AND part = OLD.part
          AND part_id = OLD.part_id AND word IN (SELECT entry.word FROM search_weighed(OLD.title, OLD.tags, OLD.body) AS entry);
      END IF;
      IF TG_OP <> 'DELETE' THEN
        INSERT INTO search_word (site_id, word, item_id, part, part_id, is_hidden, weight)
        SELECT NEW.site_id, entry.word, NEW.item_id, NEW.part, NEW.part_id, NEW.is_hidden, entry.weight
        FROM search_weighed(NEW.title, NEW.tags, NEW.body) AS entry;
        PERFORM search_learn(NEW.site_id,
          ARRAY(SELECT entry.word FROM search_weighed(NEW.title, NEW.tags, NEW.body) AS entry));
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER search_index_document AFTER INSERT OR UPDATE OR DELETE ON search_document
      FOR EACH ROW EXECUTE FUNCTION search_index_document();

    -- Writes the row of one source; texts that are all empty take it away.
    CREATE FUNCTION search_put(
      site bigint, item bigint, of_part text, of_part_id bigint, hidden boolean, new_title text, new_tags text, new_body text
    ) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF new_title || new_tags || new_body = '' THEN
        DELETE FROM search_document
          WHERE site_id = site AND item_id = item AND part = of_part AND part_id = of_part_id;
        RETURN;
      END IF;
      INSERT INTO search_document AS known (site_id, item_id, part, part_id, is_hidden, title, tags, body)
      VALUES (site, item, of_part, of_part_id, hidden, new_title, new_tags, new_body)
      ON CONFLICT (item_id, part, part_id) DO UPDATE SET is_hidden = excluded.is_hidden, title = excluded.title,
        tags = excluded.tags, body = excluded.body
      WHERE (known.is_hidden, known.title, known.tags, known.body)
        IS DISTINCT FROM (excluded.is_hidden, excluded.title, excluded.tags, excluded.body);
    END $$;
  `.execute(db);
}

/** One function per source: what of its row is found. */
async function addSources(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Nothing of a question or of its answers is ever found.
    CREATE FUNCTION search_of_item() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.kind NOT IN ('quizQuestions', 'quizSlides', 'quizQuestion', 'quizSlide', 'quizCase', 'quizAnswerOption') THEN
        PERFORM search_put(NEW.site_id, NEW.id, 'item', 0, false, left(NEW.title, 2000), array_to_string(NEW.tags, ' '),
          search_plain(concat_ws(' ', NEW.subtitle, NEW.summary, NEW.description)));
      END IF;
      RETURN NULL;
    END $$;

    CREATE FUNCTION search_of_field() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        DELETE FROM search_document WHERE site_id = OLD.site_id AND item_id = OLD.item_id
          AND part = 'field' AND part_id = OLD.field_id;
      ELSE
        PERFORM search_put(NEW.site_id, NEW.item_id, 'field', NEW.field_id, false, '', NEW.value, NEW.value);
      END IF;
      RETURN NULL;
    END $$;

    CREATE FUNCTION search_of_box() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      shown text;
      hidden text;
    BEGIN
      SELECT
        coalesce(string_agg(concat_ws(' ', page ->> 'title', page ->> 'content'), ' ') FILTER (WHERE (page ->> 'isActive')::boolean), ''),
        coalesce(string_agg(concat_ws(' ', page ->> 'title', page ->> 'content'), ' ') FILTER (WHERE NOT (page ->> 'isActive')::boolean), '')
      INTO shown, hidden
      FROM jsonb_path_query(NEW.tabs, '$[*].contentPages[*]') AS page;
      SELECT concat_ws(' ', string_agg(tab #>> '{}', ' '), shown) INTO shown
      FROM jsonb_path_query(NEW.tabs, '$[*].title') AS tab WHERE shown <> '';
      PERFORM search_put(NEW.site_id, NEW.item_id, 'box', 0, false, '', '', search_plain(coalesce(shown, '')));
      PERFORM search_put(NEW.site_id, NEW.item_id, 'boxHidden', 0, true, '', '', search_plain(hidden));
      RETURN NULL;
    END $$;

    -- A diagnosis that opens by a click is to be guessed: a list of results does not tell it.
    CREATE FUNCTION search_of_case() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM search_put(NEW.site_id, NEW.item_id, 'case', 0, NEW.collapses_diagnosis, '', '', search_plain(NEW.diagnosis));
      RETURN NULL;
    END $$;
  `.execute(db);
}

/** By statement: a file may bring a hundred thousand, of which most say the same. */
async function addAnnotationSource(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION search_of_new_annotations() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      done bigint;
    BEGIN
      WITH drawn AS (
        SELECT site_id, image_id, id, title, content FROM new_rows WHERE deleted_at IS NULL AND title || content <> ''
      ), weighed AS MATERIALIZED (
        SELECT said.*, entry.word, entry.weight
        FROM (SELECT DISTINCT site_id, title, content FROM drawn) AS said
        CROSS JOIN LATERAL search_weighed(said.title, '', search_plain(said.content)) AS entry
      ), added AS (
        INSERT INTO search_word (site_id, word, item_id, part, part_id, is_hidden, weight)
        SELECT site_id, word, image_id, 'annotation', id, false, weight FROM drawn JOIN weighed USING (site_id, title, content)
      )
      SELECT count(search_learn(site_id, words)) INTO done
      FROM (SELECT site_id, array_agg(DISTINCT word) AS words FROM weighed GROUP BY site_id) AS of_site;
      RETURN NULL;
    END $$;

    CREATE FUNCTION search_of_gone_annotations() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM search_word USING old_rows CROSS JOIN LATERAL search_weighed(old_rows.title, '', search_plain(old_rows.content)) AS entry
      WHERE old_rows.deleted_at IS NULL AND search_word.site_id = old_rows.site_id AND search_word.word = entry.word
        AND search_word.item_id = old_rows.image_id AND search_word.part = 'annotation' AND search_word.part_id = old_rows.id;
      RETURN NULL;
    END $$;

    CREATE FUNCTION search_of_changed_annotations() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      done bigint;
      changed bigint[] := ARRAY(
        SELECT new_rows.id FROM new_rows JOIN old_rows ON old_rows.id = new_rows.id
        WHERE (old_rows.title, old_rows.content, old_rows.deleted_at IS NULL)
          IS DISTINCT FROM (new_rows.title, new_rows.content, new_rows.deleted_at IS NULL)
      );
    BEGIN
      IF changed = '{}' THEN RETURN NULL; END IF;
      DELETE FROM search_word
      USING old_rows CROSS JOIN LATERAL search_weighed(old_rows.title, '', search_plain(old_rows.content)) AS entry
      WHERE old_rows.id = ANY (changed) AND old_rows.deleted_at IS NULL
        AND search_word.site_id = old_rows.site_id AND search_word.word = entry.word
        AND search_word.item_id = old_rows.image_id AND search_word.part = 'annotation' AND search_word.part_id = old_rows.id;
      WITH weighed AS MATERIALIZED (
        SELECT new_rows.site_id, new_rows.image_id, new_rows.id, entry.word, entry.weight
        FROM new_rows CROSS JOIN LATERAL search_weighed(new_rows.title, '', search_plain(new_rows.content)) AS entry
        WHERE new_rows.id = ANY (changed) AND new_rows.deleted_at IS NULL
      ), added AS (
        INSERT INTO search_word (site_id, word, item_id, part, part_id, is_hidden, weight)
        SELECT site_id, word, image_id, 'annotation', id, false, weight FROM weighed
      )
      SELECT count(search_learn(site_id, words)) INTO done
      FROM (SELECT site_id, array_agg(DISTINCT word) AS words FROM weighed GROUP BY site_id) AS of_site;
      RETURN NULL;
    END $$;
  `.execute(db);
}

async function addTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TRIGGER search_of_item AFTER INSERT OR UPDATE OF title, subtitle, summary, description, tags ON item
      FOR EACH ROW EXECUTE FUNCTION search_of_item();
    CREATE TRIGGER search_of_field AFTER INSERT OR UPDATE OF value OR DELETE ON custom_field_value
      FOR EACH ROW EXECUTE FUNCTION search_of_field();
    CREATE TRIGGER search_of_box AFTER INSERT OR UPDATE OF tabs ON content_box
      FOR EACH ROW EXECUTE FUNCTION search_of_box();
    CREATE TRIGGER search_of_case AFTER INSERT OR UPDATE OF diagnosis, collapses_diagnosis ON slide_case
      FOR EACH ROW EXECUTE FUNCTION search_of_case();
    CREATE TRIGGER search_of_new_annotations AFTER INSERT ON annotation
      REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION search_of_new_annotations();
    CREATE TRIGGER search_of_changed_annotations AFTER UPDATE ON annotation
      REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION search_of_changed_annotations();
    CREATE TRIGGER search_of_gone_annotations AFTER DELETE ON annotation
      REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION search_of_gone_annotations();
  `.execute(db);
}

/** Writes each row of the sources as it is, site by site: row-level security holds for the owner too, unless it is a superuser. */
async function findWhatIsThere(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT id::text FROM site`.execute(db);
  for (const { id } of rows) {
    await sql`SELECT set_config('app.site_id', ${id}, true)`.execute(db);
    await sql`UPDATE item SET title = title WHERE site_id = ${id}::bigint`.execute(db);
    await sql`UPDATE custom_field_value SET value = value WHERE site_id = ${id}::bigint`.execute(db);
    await sql`UPDATE content_box SET tabs = tabs WHERE site_id = ${id}::bigint`.execute(db);
    await sql`UPDATE slide_case SET diagnosis = diagnosis WHERE site_id = ${id}::bigint`.execute(db);
    await sql`
      WITH drawn AS (
        SELECT image_id, id, title, content FROM annotation
        WHERE site_id = ${id}::bigint AND deleted_at IS NULL AND title || content <> ''
      ), weighed AS MATERIALIZED (
        SELECT said.*, entry.word, entry.weight FROM (SELECT DISTINCT title, content FROM drawn) AS said
        CROSS JOIN LATERAL search_weighed(said.title, '', search_plain(said.content)) AS entry
      ), added AS (
        INSERT INTO search_word (site_id, word, item_id, part, part_id, is_hidden, weight)
        SELECT ${id}::bigint, word, image_id, 'annotation', id, false, weight FROM drawn JOIN weighed USING (title, content)
      )
      SELECT search_learn(${id}::bigint, array_agg(DISTINCT word)) FROM weighed
    `.execute(db);
  }
  await sql`SELECT set_config('app.site_id', '', true)`.execute(db);
}
