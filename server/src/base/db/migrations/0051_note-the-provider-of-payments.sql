ALTER TABLE "avisos_pago" ADD COLUMN "proveedor" text DEFAULT 'mercadopago' NOT NULL;--> statement-breakpoint
ALTER TABLE "pagos" ADD COLUMN "proveedor" text DEFAULT 'mercadopago' NOT NULL;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "preferencia_proveedor" text;--> statement-breakpoint
UPDATE "pagos" SET "proveedor" = 'caja' WHERE starts_with("id", 'mostrador:');--> statement-breakpoint
UPDATE "pagos" SET "proveedor" = 'simulado' WHERE "id" IN (SELECT "id" FROM "simulado_pagos");--> statement-breakpoint
UPDATE "avisos_pago" SET "proveedor" = 'simulado' WHERE "pago_id" IN (SELECT "id" FROM "simulado_pagos");--> statement-breakpoint
UPDATE "pedidos" SET "preferencia_proveedor" = CASE WHEN "preferencia_id" LIKE 'sim-%' THEN 'simulado' ELSE 'mercadopago' END WHERE "preferencia_id" IS NOT NULL;
