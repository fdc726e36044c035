ALTER TABLE "contenidos" ADD COLUMN "reparado" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contenidos" ADD COLUMN "xfa" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contenidos" ADD COLUMN "prueba" jsonb;--> statement-breakpoint
UPDATE "contenidos" SET "prueba" = '{"imagen": [], "imposibles": [], "avisos": []}' WHERE "paginas" IS NOT NULL;
