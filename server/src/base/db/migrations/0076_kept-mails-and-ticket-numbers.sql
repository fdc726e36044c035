ALTER TABLE "correos" ADD COLUMN "guardado" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "correos" ADD COLUMN "vale_hasta" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pagos" ADD COLUMN "cupon_numero" text;--> statement-breakpoint
CREATE INDEX "correos_guardados" ON "correos" USING btree ("guardado") WHERE "correos"."guardado" is not null;