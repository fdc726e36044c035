ALTER TABLE "agentes" ADD COLUMN "codigo_hash" text;--> statement-breakpoint
ALTER TABLE "agentes" ADD COLUMN "codigo_vence" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agentes" ADD COLUMN "codigo_usado" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agentes" ADD CONSTRAINT "agentes_codigo_hash_unique" UNIQUE("codigo_hash");