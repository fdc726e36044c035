ALTER TABLE "pedidos" ADD COLUMN "listo" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "contenidos_guardados" ON "contenidos" USING btree ("creado") WHERE "contenidos"."borrado" is null;--> statement-breakpoint
UPDATE "pedidos" SET "listo" = h.cuando
FROM (SELECT pedido_id, min(cuando) AS cuando FROM "historial" WHERE estado = 'listo' GROUP BY pedido_id) h
WHERE h.pedido_id = "pedidos"."id";
--> statement-breakpoint
-- The counter's search by a part of an account's e-mail or mobile.
DO $$
BEGIN
	CREATE INDEX "clientes_email_parte" ON "clientes" USING gin ("email" gin_trgm_ops);
	CREATE INDEX "clientes_celular_parte" ON "clientes" USING gin ("celular" gin_trgm_ops);
EXCEPTION
	WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
		RAISE NOTICE 'pg_trgm: %', SQLERRM;
END $$;
