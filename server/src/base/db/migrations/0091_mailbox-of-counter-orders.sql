-- Orders of guests with an e-mail that the counter took. As normaliseCorreo spells the mailboxes of most hosts: without a tag,
-- and of Gmail without dots.
UPDATE "pedidos" p SET "buzon" = CASE
		WHEN c."host" IN ('gmail.com', 'googlemail.com') THEN replace(c."local", '.', '') || '@gmail.com'
		ELSE c."local" || '@' || c."host" END
	FROM (SELECT "id", regexp_replace(split_part(lower("email"), '@', 1), '(.)[+].*$', '\1') AS "local",
			split_part(lower("email"), '@', 2) AS "host"
		FROM "pedidos" WHERE "buzon" IS NULL AND "cliente_id" IS NULL AND "email" LIKE '%@%' AND "email" NOT LIKE '%.invalid') c
	WHERE p."id" = c."id";
