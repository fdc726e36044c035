ALTER TABLE "archivos" ADD COLUMN "hoja" text DEFAULT 'A4' NOT NULL;--> statement-breakpoint
ALTER TABLE "impresiones" ADD COLUMN "hoja" text DEFAULT 'A4' NOT NULL;