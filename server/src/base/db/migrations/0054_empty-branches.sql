ALTER TABLE "sucursales" ALTER COLUMN "direccion" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sucursales" ALTER COLUMN "whatsapp" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sucursales" ALTER COLUMN "lat" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sucursales" ALTER COLUMN "lng" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sucursales" ALTER COLUMN "horario" DROP NOT NULL;