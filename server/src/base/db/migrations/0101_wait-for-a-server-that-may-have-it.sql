ALTER TABLE "correos" ADD COLUMN "sin_respuesta" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "correos" ADD COLUMN "no_antes" timestamp with time zone;