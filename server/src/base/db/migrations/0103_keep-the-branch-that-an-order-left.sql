ALTER TABLE "historial" ADD COLUMN "desde_sucursal" integer;--> statement-breakpoint
ALTER TABLE "historial" ADD CONSTRAINT "historial_desde_sucursal_sucursales_id_fk" FOREIGN KEY ("desde_sucursal") REFERENCES "public"."sucursales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "historial_mudanzas" ON "historial" USING btree ("pedido_id","cuando") WHERE "historial"."desde_sucursal" is not null;--> statement-breakpoint
-- The till's report tells how a typed sale was paid, which may be set later
CREATE TRIGGER "movimientos_caja_dias" AFTER UPDATE ON "movimientos_caja" FOR EACH ROW
	WHEN (OLD.medio IS DISTINCT FROM NEW.medio) EXECUTE FUNCTION "tocar_dias"('', 'cuando');
--> statement-breakpoint
-- Added up by another rule from now on, under another name
DELETE FROM "totales" WHERE "que" IN ('caja:2', 'ventas:2');
