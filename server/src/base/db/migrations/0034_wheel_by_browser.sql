ALTER TABLE "tiradas" ADD COLUMN "navegador" text;--> statement-breakpoint
CREATE INDEX "tiradas_navegador" ON "tiradas" USING btree ("navegador","dia");