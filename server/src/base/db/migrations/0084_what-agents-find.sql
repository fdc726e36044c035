ALTER TABLE "agentes" ADD COLUMN "computadora" jsonb;--> statement-breakpoint
ALTER TABLE "agentes" ADD COLUMN "encontradas" jsonb;