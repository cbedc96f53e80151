print("apifetch")
