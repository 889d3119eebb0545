const { measureOrders } = await import('/work/desk-orders/bench/orders.ts')
console.log(JSON.stringify(await measureOrders(), null, 1))
