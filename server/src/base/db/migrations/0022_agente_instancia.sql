ALTER TABLE "agentes" ADD COLUMN "instancia" text;--> statement-breakpoint
ALTER TABLE "agentes" ADD COLUMN "duplicado" timestamp with time zone;