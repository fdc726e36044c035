ALTER TABLE "productos" ADD COLUMN "precio_anterior" bigint;--> statement-breakpoint
ALTER TABLE "productos" ADD COLUMN "oferta_hasta" date;--> statement-breakpoint
ALTER TABLE "productos" ADD COLUMN "es_impresion" boolean DEFAULT false NOT NULL;