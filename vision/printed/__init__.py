"""What is laid on the printed spaces of tiles?"""
