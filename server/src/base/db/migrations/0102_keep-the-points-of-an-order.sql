CREATE TABLE "puntos_pedidos" (
	"pedido_id" text PRIMARY KEY NOT NULL,
	"puntos" bigint NOT NULL,
	"tipeados" bigint NOT NULL,
	"cuando" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "puntos_pedidos" ADD CONSTRAINT "puntos_pedidos_pedido_id_pedidos_id_fk" FOREIGN KEY ("pedido_id") REFERENCES "public"."pedidos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "puntos_pedidos_cuando" ON "puntos_pedidos" USING btree ("cuando") WHERE "puntos_pedidos"."tipeados" > 0;