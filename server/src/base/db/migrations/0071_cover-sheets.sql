ALTER TABLE "impresiones" ADD COLUMN "caratula" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "impresoras" ADD COLUMN "caratula" boolean DEFAULT false NOT NULL;