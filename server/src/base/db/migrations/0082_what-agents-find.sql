ALTER TABLE "agentes" ADD COLUMN "equipo" jsonb;--> statement-breakpoint
ALTER TABLE "agentes" ADD COLUMN "encontradas" jsonb;