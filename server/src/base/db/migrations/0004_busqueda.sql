-- The counter's search by a part of an e-mail, a mobile or a file's name. pg_trgm comes with PostgreSQL and any owner
-- of a database may add it; where it is missing or forbidden the search works all the same, reading every row.
DO $$
BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	CREATE INDEX "pedidos_contacto" ON "pedidos" USING gin ("email" gin_trgm_ops, "celular" gin_trgm_ops);
	CREATE INDEX "archivos_nombre" ON "archivos" USING gin ("nombre" gin_trgm_ops);
EXCEPTION
	WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
		RAISE NOTICE 'pg_trgm: %', SQLERRM;
END $$;
