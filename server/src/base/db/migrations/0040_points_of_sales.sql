ALTER TABLE "ventas" ADD COLUMN "recortados" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "ventas_cliente" ON "ventas" USING btree ("cliente_id","cuando");