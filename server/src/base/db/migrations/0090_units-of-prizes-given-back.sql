ALTER TABLE "codigos" ADD COLUMN "unidad_devuelta" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "codigos_por_retirar" ON "codigos" USING btree ("vence") WHERE "codigos"."premio_id" is not null and "codigos"."usado" is null and "codigos"."unidad_devuelta" is null;--> statement-breakpoint
-- Of codes that ended before, the owner may have counted the shelf since: their units stay as they are.
UPDATE "codigos" SET "unidad_devuelta" = "vence" WHERE "tipo" = 'premio' AND "usado" IS NULL AND "anulado" IS NULL AND "vence" <= now();
