ALTER TABLE "tiradas" ADD COLUMN "clave" text;--> statement-breakpoint
CREATE UNIQUE INDEX "tiradas_clave" ON "tiradas" USING btree ("navegador","correo","clave");