CREATE TABLE "comprobaciones" (
	"que" text PRIMARY KEY NOT NULL,
	"cuando" timestamp with time zone NOT NULL,
	"guardado" bigint NOT NULL,
	"contado" bigint NOT NULL,
	"distintas" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saldos" (
	"cliente_id" integer PRIMARY KEY NOT NULL,
	"puntos" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saldos" ADD CONSTRAINT "saldos_cliente_id_clientes_id_fk" FOREIGN KEY ("cliente_id") REFERENCES "public"."clientes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saldos_puntos" ON "saldos" USING btree ("puntos") WHERE "saldos"."puntos" > 0;--> statement-breakpoint
CREATE INDEX "devoluciones_pago" ON "devoluciones" USING btree ("pago_id");--> statement-breakpoint
CREATE INDEX "pedidos_envios" ON "pedidos" USING btree ("cerrado") WHERE "pedidos"."estado" = 'entregado' and "pedidos"."modo_entrega" = 'delivery' and "pedidos"."costo_delivery" > 0;--> statement-breakpoint
CREATE INDEX "pedidos_ventas" ON "pedidos" USING btree ("pagado","sucursal_id","importe_final","final_impresion","final_anillado","total_anillado") WHERE "pedidos"."pagado" is not null;--> statement-breakpoint
CREATE INDEX "pedidos_promesas" ON "pedidos" USING btree ("prometido","sucursal_id","estado","listo","id") WHERE "pedidos"."prometido" is not null and "pedidos"."pagado" is not null;--> statement-breakpoint
-- Also for lines that the version before writes, and for those of its functions. An account without a balance gets the
-- whole sum, which has the new lines in it; two who come first at once meet at the key, and the second adds its own.
CREATE FUNCTION "sumar_puntos"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('imprimitodo.restaurando', true) = 'si' THEN
		RETURN NULL;
	END IF;
	INSERT INTO saldos (cliente_id, puntos)
		SELECT n.cliente_id, (SELECT sum(p.puntos) FROM puntos p WHERE p.cliente_id = n.cliente_id)
		FROM nuevos n GROUP BY n.cliente_id ORDER BY n.cliente_id
		ON CONFLICT (cliente_id) DO UPDATE SET puntos = saldos.puntos
			+ (SELECT sum(n.puntos) FROM nuevos n WHERE n.cliente_id = excluded.cliente_id);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "puntos_saldo" AFTER INSERT ON "puntos" REFERENCING NEW TABLE AS nuevos
	FOR EACH STATEMENT EXECUTE FUNCTION "sumar_puntos"();
