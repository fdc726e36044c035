ALTER TABLE "archivos" ADD COLUMN "rango" text;--> statement-breakpoint
ALTER TABLE "archivos" ADD COLUMN "por_carilla" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "archivos" ADD COLUMN "carillas" integer;