-- For the next migration, which must not read a whole table while it holds those of the orders and payments
CREATE INDEX "historial_entregas" ON "historial" USING btree ("cuando") WHERE "historial"."estado" = 'entregado';
--> statement-breakpoint
-- The counter's search by a part of a file's or an account's name takes all signs for an apostrophe for one
-- (base/db/search.ts); as in 0095_search-without-accents, whose indexes have no use any more.
DO $$
BEGIN
	CREATE INDEX "archivos_nombre_llano" ON "archivos" USING gin (translate(lower("nombre"), 'áéíóúüñàèìòùâêîôûäëïöçãõ’‘´`', 'aeiouunaeiouaeiouaeiocao''''''''') gin_trgm_ops);
	CREATE INDEX "clientes_nombre_llano" ON "clientes" USING gin (translate(lower("nombre"), 'áéíóúüñàèìòùâêîôûäëïöçãõ’‘´`', 'aeiouunaeiouaeiouaeiocao''''''''') gin_trgm_ops);
	-- How rare a text is decides between the index and walking the newest orders
	ANALYZE "archivos";
	ANALYZE "clientes";
	-- Last: it locks the tables also for who reads them
	DROP INDEX IF EXISTS "archivos_nombre_simple";
	DROP INDEX IF EXISTS "clientes_nombre_simple";
EXCEPTION
	WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
		RAISE NOTICE 'pg_trgm: %', SQLERRM;
END $$;
