ALTER TABLE "devoluciones" ADD COLUMN "id_en_proveedor" text;--> statement-breakpoint
ALTER TABLE "pagos" ADD COLUMN "devuelto_antes" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "devoluciones_en_proveedor" ON "devoluciones" USING btree ("pago_id","id_en_proveedor");