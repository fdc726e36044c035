ALTER TABLE "correos" ADD COLUMN "pedido_id" text;--> statement-breakpoint
CREATE INDEX "correos_pedido" ON "correos" USING btree ("pedido_id","id") WHERE "correos"."pedido_id" is not null;