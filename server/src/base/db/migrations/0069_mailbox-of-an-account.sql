ALTER TABLE "clientes" ADD COLUMN "buzon" text;--> statement-breakpoint
CREATE INDEX "clientes_buzon" ON "clientes" USING btree ("buzon") WHERE "clientes"."buzon" is not null;