DROP INDEX "pedidos_enlaces";--> statement-breakpoint
ALTER TABLE "codigos" ADD COLUMN "clave" text;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "preferencia_vence" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "codigos_clave" ON "codigos" USING btree ("cliente_id","premio_id","clave") WHERE "codigos"."clave" is not null;--> statement-breakpoint
CREATE INDEX "pedidos_restos" ON "pedidos" USING btree ("preferencia_vence") WHERE "pedidos"."resta" > 0;--> statement-breakpoint
CREATE INDEX "pedidos_enlaces" ON "pedidos" USING btree (greatest("vence", "preferencia_vence")) WHERE "pedidos"."preferencia_id" is not null;--> statement-breakpoint
-- The link of an unpaid order ends with its time to pay
UPDATE "pedidos" SET "preferencia_vence" = "vence" WHERE "estado" = 'confirmado' AND "preferencia_id" IS NOT NULL;--> statement-breakpoint
-- The link for a rest may be open for a day: it is asked for so long, and made anew when it is wanted
UPDATE "pedidos" SET "preferencia_vence" = now() + interval '1 day', "preferencia_importe" = NULL
	WHERE "resta" > 0 AND "preferencia_id" IS NOT NULL AND "estado" IN ('pagado', 'en_produccion', 'listo', 'entregado');