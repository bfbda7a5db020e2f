print("cdq")
