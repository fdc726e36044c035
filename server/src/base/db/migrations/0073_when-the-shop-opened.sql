ALTER TABLE "ajustes" ADD COLUMN "abierta" timestamp with time zone;--> statement-breakpoint
-- Until now a shop took payments from its first start on: what runs already stays open
UPDATE "ajustes" SET "abierta" = now();
