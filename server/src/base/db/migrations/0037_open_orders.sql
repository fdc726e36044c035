ALTER TABLE "pedidos" ADD COLUMN "buzon" text;--> statement-breakpoint
CREATE INDEX "pedidos_abiertos_buzon" ON "pedidos" USING btree ("buzon") WHERE "pedidos"."estado" = 'confirmado';--> statement-breakpoint
CREATE INDEX "pedidos_abiertos_navegador" ON "pedidos" USING btree ("navegador") WHERE "pedidos"."estado" = 'confirmado';--> statement-breakpoint
CREATE INDEX "pedidos_abiertos_red" ON "pedidos" USING btree ("red") WHERE "pedidos"."estado" = 'confirmado';
--> statement-breakpoint
UPDATE "pedidos" SET "buzon" = lower("email") WHERE "estado" = 'confirmado';
