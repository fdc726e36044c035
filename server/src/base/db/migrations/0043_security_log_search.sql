CREATE TABLE "proveedores_vistos" (
	"cual" text PRIMARY KEY NOT NULL,
	"servicio" text NOT NULL,
	"huella" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "eventos_seguridad_cuando";--> statement-breakpoint
DROP INDEX "eventos_seguridad_que";--> statement-breakpoint
DROP INDEX "eventos_seguridad_cuenta";--> statement-breakpoint
CREATE INDEX "eventos_seguridad_orden" ON "eventos_seguridad" USING btree ("cuando","id");--> statement-breakpoint
CREATE INDEX "eventos_seguridad_que_orden" ON "eventos_seguridad" USING btree ("que","cuando","id");--> statement-breakpoint
CREATE INDEX "eventos_seguridad_cuenta_orden" ON "eventos_seguridad" USING btree ("cuenta_tipo","cuenta_id","cuando","id");