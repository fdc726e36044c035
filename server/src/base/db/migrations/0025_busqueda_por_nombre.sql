-- The counter's search by a part of an account's name, as in 0004_busqueda.
DO $$
BEGIN
	CREATE INDEX "clientes_nombre" ON "clientes" USING gin ("nombre" gin_trgm_ops);
EXCEPTION
	WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
		RAISE NOTICE 'pg_trgm: %', SQLERRM;
END $$;
