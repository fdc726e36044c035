CREATE TABLE "ventas_pedidos" (
	"pedido_id" text PRIMARY KEY NOT NULL,
	"venta_id" bigint NOT NULL,
	"posicion" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pedidos" DROP CONSTRAINT "pedidos_importes";--> statement-breakpoint
ALTER TABLE "clientes" ADD COLUMN "dni" text;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD COLUMN "medio" text;--> statement-breakpoint
ALTER TABLE "pagos" ADD COLUMN "referencia" text;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "otros" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "total_otros" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "final_otros" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "descuento_mano" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "motivo_descuento" text;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "resta" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ventas" ADD COLUMN "de_pedidos" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ventas" ADD COLUMN "sucursal_id" integer;--> statement-breakpoint
ALTER TABLE "ventas" ADD COLUMN "huella" text;--> statement-breakpoint
ALTER TABLE "ventas" ADD COLUMN "respuesta" jsonb;--> statement-breakpoint
ALTER TABLE "ventas_pedidos" ADD CONSTRAINT "ventas_pedidos_pedido_id_pedidos_id_fk" FOREIGN KEY ("pedido_id") REFERENCES "public"."pedidos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ventas_pedidos" ADD CONSTRAINT "ventas_pedidos_venta_id_ventas_id_fk" FOREIGN KEY ("venta_id") REFERENCES "public"."ventas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ventas_pedidos_venta" ON "ventas_pedidos" USING btree ("venta_id","posicion");--> statement-breakpoint
ALTER TABLE "ventas" ADD CONSTRAINT "ventas_sucursal_id_sucursales_id_fk" FOREIGN KEY ("sucursal_id") REFERENCES "public"."sucursales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clientes_dni" ON "clientes" USING btree ("dni") WHERE "clientes"."dni" is not null;--> statement-breakpoint
ALTER TABLE "pedidos" ADD CONSTRAINT "pedidos_importes" CHECK ("pedidos"."total_impresion" >= 0 and "pedidos"."total_anillado" >= 0 and "pedidos"."importe_final" = "pedidos"."final_impresion" + "pedidos"."final_anillado" + "pedidos"."final_otros" - "pedidos"."descuento_mano");