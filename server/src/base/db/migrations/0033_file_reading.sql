ALTER TABLE "contenidos" ADD COLUMN "revisado" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contenidos" ADD COLUMN "danado" text;--> statement-breakpoint
CREATE INDEX "contenidos_revisar" ON "contenidos" USING btree ("revisado" NULLS FIRST,"creado") WHERE "contenidos"."borrado" is null;--> statement-breakpoint
CREATE INDEX "contenidos_danados" ON "contenidos" USING btree ("id") WHERE "contenidos"."danado" is not null and "contenidos"."borrado" is null;