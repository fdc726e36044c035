ALTER TABLE "avisos_pago" ALTER COLUMN "proveedor" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "pagos" ALTER COLUMN "proveedor" DROP DEFAULT;