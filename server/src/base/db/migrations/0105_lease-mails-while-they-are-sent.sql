ALTER TABLE "correos" ADD COLUMN "arriendo" text;--> statement-breakpoint
ALTER TABLE "correos" ADD COLUMN "esperado" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "correos" ADD COLUMN "retirado" boolean DEFAULT false NOT NULL;